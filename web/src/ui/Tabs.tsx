import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

export interface TabItem {
  id: string
  label: string
  content: ReactNode
}

interface TabsProps {
  label: string
  items: TabItem[]
  selected?: string
  onSelect?: (id: string) => void
}

/** Panels of one screen, one at a time. Pages of their own are links, not tabs. */
export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect?.(String(key))}>
      <TabList aria-label={label} className="no-scrollbar flex gap-1 overflow-x-auto rounded-m bg-page/60 p-1">
        {items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            className="pressable flex h-10 flex-1 cursor-pointer items-center justify-center rounded-s px-4 text-sm font-semibold whitespace-nowrap text-muted outline-offset-[-2px] hover:text-text data-selected:bg-hover data-selected:text-text pointer-coarse:h-11"
          >
            {item.label}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="pt-5">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
