import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { Select } from '@/ui/Select'
import type { SegmentChoices, SegmentCondition, SegmentRule } from '../../api/types'
import { t } from '../../i18n/texts'
import { ConditionFields } from './ConditionFields'
import { blank, FACTS, MOST, replaced } from './rule'

interface RuleEditorProps {
  rule: SegmentRule
  choices: SegmentChoices
  onChange: (rule: SegmentRule) => void
}

type Part = SegmentRule['parts'][number]
type Join = SegmentRule['join']

/** A rule as parts of conditions: every one is reached and changed by the keyboard. */
export function RuleEditor({ rule, choices, onChange }: RuleEditorProps) {
  const { parts } = rule
  const change = (place: number, part: Part | null) => onChange({ ...rule, parts: replaced(parts, place, part) })
  const newPart: Part = { join: 'all', conditions: [blank('seen', choices)] }
  return (
    <div className="space-y-4">
      {parts.length > 1 && (
        <Select
          label={t('segments.join')}
          autoComplete="off"
          options={(['all', 'any'] as const).map((id) => ({ id, label: t(`segments.join_${id}`) }))}
          value={rule.join}
          onChange={(id) => onChange({ ...rule, join: joinOf(id) })}
        />
      )}
      {parts.map((part, place) => (
        // A part has no name of its own: what it holds is drawn anew when one before it goes.
        <PartEditor
          key={`${parts.length}-${place}`}
          number={place + 1}
          part={part}
          choices={choices}
          isOnly={parts.length === 1}
          onChange={(changed) => change(place, changed)}
        />
      ))}
      {parts.length < MOST && (
        <Button size="s" variant="secondary" icon="plus" onPress={() => onChange({ ...rule, parts: [...parts, newPart] })}>
          {t('segments.add_part')}
        </Button>
      )}
    </div>
  )
}

const joinOf = (id: string): Join => (id === 'any' ? 'any' : 'all')

interface PartEditorProps {
  number: number
  part: Part
  choices: SegmentChoices
  isOnly: boolean
  onChange: (part: Part | null) => void
}

function PartEditor({ number, part, choices, isOnly, onChange }: PartEditorProps) {
  const { conditions } = part
  const change = (place: number, condition: SegmentCondition | null) => onChange({ ...part, conditions: replaced(conditions, place, condition) })
  return (
    <fieldset className="rounded-m border border-line p-3">
      <legend className="px-1 text-sm font-medium">{t('segments.part', { number })}</legend>
      <div className="space-y-3">
        {conditions.length > 1 && (
          <Select
            label={t('segments.part_join')}
            autoComplete="off"
            options={(['all', 'any'] as const).map((id) => ({ id, label: t(`segments.part_join_${id}`) }))}
            value={part.join}
            onChange={(id) => onChange({ ...part, join: joinOf(id) })}
          />
        )}
        {conditions.map((condition, place) => (
          <ConditionEditor
            key={`${conditions.length}-${place}`}
            number={place + 1}
            condition={condition}
            choices={choices}
            isOnly={conditions.length === 1}
            onChange={(changed) => change(place, changed)}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          {conditions.length < MOST && (
            <Button size="s" variant="secondary" icon="plus" onPress={() => onChange({ ...part, conditions: [...conditions, blank('registered', choices)] })}>
              {t('segments.add_condition')}
            </Button>
          )}
          {!isOnly && (
            <Button size="s" variant="ghost" onPress={() => onChange(null)}>
              {t('segments.remove_part')}
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  )
}

interface ConditionEditorProps {
  number: number
  condition: SegmentCondition
  choices: SegmentChoices
  isOnly: boolean
  onChange: (condition: SegmentCondition | null) => void
}

function ConditionEditor({ number, condition, choices, isOnly, onChange }: ConditionEditorProps) {
  const choose = (id: string) => {
    const fact = FACTS.find((known) => known === id)
    if (fact) onChange(blank(fact, choices))
  }
  return (
    <div role="group" aria-label={t('segments.condition', { number })} className="flex items-start gap-2 border-t border-line pt-3">
      <div className="grid min-w-0 flex-1 gap-3 md:grid-cols-3">
        <Select
          label={t('segments.fact')}
          autoComplete="off"
          options={FACTS.map((id) => ({ id, label: t(`segment_fact.${id}`) }))}
          value={condition.fact}
          onChange={choose}
        />
        <ConditionFields key={condition.fact} condition={condition} choices={choices} onChange={onChange} />
      </div>
      {!isOnly && <IconButton icon="close" size="s" label={t('segments.remove_condition')} onPress={() => onChange(null)} />}
    </div>
  )
}
