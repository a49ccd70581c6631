import { currentLocale } from '@/i18n/messages'
import { IconButton } from '@/ui/IconButton'
import { Select } from '@/ui/Select'
import { TextField } from '@/ui/TextField'
import { t } from '../../i18n/texts'
import { MOST, NO_WORDS, type Words } from './draft'

interface TranslationsProps {
  /** Languages beside English. */
  languages: readonly string[]
  words: Readonly<Record<string, Words>>
  onChange: (words: Readonly<Record<string, Words>>) => void
}

/** The name of a language in the language of the office. */
const nameOf = (language: string): string => new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(language) ?? language

/** What a notification says in further languages; players of the others read English. */
export function Translations({ languages, words, onChange }: TranslationsProps) {
  const written = languages.filter((language) => words[language])
  const open = languages.filter((language) => !words[language])
  return (
    <>
      {written.map((language) => (
        <Translation
          key={language}
          language={nameOf(language)}
          words={words[language] ?? NO_WORDS}
          onChange={(changed) => onChange({ ...words, [language]: changed })}
          onRemove={() => onChange(Object.fromEntries(Object.entries(words).filter(([other]) => other !== language)))}
        />
      ))}
      {open.length > 0 && (
        <Select
          label={t('campaigns.add_language')}
          autoComplete="off"
          value=""
          onChange={(language) => onChange({ ...words, [language]: NO_WORDS })}
          options={open.map((id) => ({ id, label: nameOf(id) }))}
        />
      )}
    </>
  )
}

interface TranslationProps {
  language: string
  words: Words
  onChange: (words: Words) => void
  onRemove: () => void
}

function Translation({ language, words, onChange, onRemove }: TranslationProps) {
  return (
    <fieldset className="space-y-3 rounded-m border border-line p-3">
      <legend className="px-1 text-sm text-soft">{t('campaigns.translation', { language })}</legend>
      {(['title', 'text', 'button'] as const).map((part) => (
        <TextField
          key={part}
          label={t(`campaigns.translated_${part}`)}
          autoComplete="off"
          maxLength={MOST[part]}
          value={words[part]}
          onChange={(text) => onChange({ ...words, [part]: text })}
        />
      ))}
      <IconButton icon="close" size="s" label={t('campaigns.remove_language', { language })} onPress={onRemove} />
    </fieldset>
  )
}
