import { chooseLanguage, LANGUAGES, language, t, type Language } from '../i18n/texts'

/** The languages of the office; a press loads the page in another. */
export function LanguageSwitch() {
  return (
    <div role="group" aria-label={t('language')} className="flex gap-1">
      {(Object.keys(LANGUAGES) as Language[]).map((choice) => (
        <button
          key={choice}
          type="button"
          lang={choice}
          aria-pressed={choice === language()}
          onClick={() => choice !== language() && chooseLanguage(choice)}
          className="min-h-8 rounded-s px-2 text-sm text-muted hover:text-text aria-pressed:font-semibold aria-pressed:text-text pointer-coarse:min-h-11"
        >
          {LANGUAGES[choice]}
        </button>
      ))}
    </div>
  )
}
