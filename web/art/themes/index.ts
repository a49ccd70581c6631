import type { Theme } from '../kit/theme'
import { AURORA_ROULETTE } from './aurora-roulette/theme'
import { CLOCKWORK_ORCHARD } from './clockwork-orchard/theme'
import { COPPER_CANYON } from './copper-canyon/theme'
import { DEEP_FREEZE } from './deep-freeze/theme'
import { FIREFLY_KENO } from './firefly-keno/theme'
import { GLASSHOUSE } from './glasshouse/theme'
import { HONEY_HEIST } from './honey-heist/theme'
import { ICEFALL_BACCARAT } from './icefall-baccarat/theme'
import { KOI_LANTERNS } from './koi-lanterns/theme'
import { MOON_MARKET } from './moon-market/theme'
import { PAPER_DRAGONS } from './paper-dragons/theme'
import { POLAR_ASCENT } from './polar-ascent/theme'
import { PRISM_CLIMB } from './prism-climb/theme'
import { RUNE_RIDGE } from './rune-ridge/theme'
import { SALT_AND_THUNDER } from './salt-and-thunder/theme'
import { SOLAR_SAILS } from './solar-sails/theme'
import { TIDAL_KINGS } from './tidal-kings/theme'
import { VELVET_NOIR } from './velvet-noir/theme'

/** Every game that is drawn. A new one goes to the end; the build draws only what changed. */
export const THEMES: readonly Theme[] = [
  SOLAR_SAILS,
  KOI_LANTERNS,
  HONEY_HEIST,
  AURORA_ROULETTE,
  DEEP_FREEZE,
  COPPER_CANYON,
  VELVET_NOIR,
  SALT_AND_THUNDER,
  CLOCKWORK_ORCHARD,
  TIDAL_KINGS,
  MOON_MARKET,
  PAPER_DRAGONS,
  GLASSHOUSE,
  POLAR_ASCENT,
  RUNE_RIDGE,
  PRISM_CLIMB,
  ICEFALL_BACCARAT,
  FIREFLY_KENO,
]
