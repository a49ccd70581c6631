import { useId, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from '@/ui/Icon'
import type { SelectOption } from '@/ui/Select'
import { t } from '../i18n/texts'
import { NameChip } from './NameChip'

interface ManyChoicesProps {
  label: string
  options: readonly SelectOption[]
  /** Ids of the chosen ones; one that is no option is shown by its id, and can be taken out. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** What is said while nothing is chosen. */
  empty: string
  isReadOnly: boolean
}

/** Some of many, found by typing a part of the name. */
export function ManyChoices({ label, options, chosen, onChange, empty, isReadOnly }: ManyChoicesProps) {
  const labelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = (id: string) => {
    onChange(chosen.filter((other) => other !== id))
    // The button that had the focus is gone.
    input.current?.focus()
  }
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-wrap items-center gap-2">
      <span id={labelId} className="text-base text-soft">
        {label}
      </span>
      {chosen.map((id) => (
        <NameChip key={id} name={options.find((option) => option.id === id)?.label ?? id} onRemove={isReadOnly ? undefined : () => take(id)} />
      ))}
      {chosen.length === 0 && <span className="text-sm text-muted">{empty}</span>}
      {!isReadOnly && (
        <ComboBox aria-labelledby={labelId} selectionMode="multiple" value={chosen} onChange={(keys) => onChange(keys.map(String))} defaultItems={options}>
          <Group className="inline-flex h-8 w-52 items-center rounded-s border border-line-strong bg-page/70 hover:border-text pointer-coarse:h-11">
            <Input
              ref={input}
              autoComplete="off"
              placeholder={t('offers.find')}
              className="h-full min-w-0 flex-1 rounded-s bg-transparent px-2 text-sm text-text placeholder:text-muted"
            />
            <AriaButton className="grid h-full w-8 shrink-0 place-items-center text-muted pointer-coarse:w-11">
              <Icon name="chevronDown" size={18} />
            </AriaButton>
          </Group>
          <Popover offset={6} className="z-50 max-h-72 w-64 animate-fade overflow-auto rounded-m border border-line bg-raised p-1.5 shadow-soft">
            <ListBox<SelectOption> className="outline-none">
              {(option) => (
                <ListBoxItem
                  id={option.id}
                  textValue={option.label}
                  className="flex min-h-9 cursor-pointer items-center justify-between rounded-s px-3 text-sm text-soft outline-none data-focused:bg-hover data-focused:text-text data-selected:text-text pointer-coarse:min-h-11"
                >
                  {({ isSelected }) => (
                    <>
                      {option.label}
                      {isSelected && <Icon name="check" size={18} className="text-accent" />}
                    </>
                  )}
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </ComboBox>
      )}
    </div>
  )
}
