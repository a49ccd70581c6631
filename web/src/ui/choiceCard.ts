/** The look of one choice among several that stand as cards below each other. */
export const CHOICE_CARD =
  'pressable flex min-h-14 cursor-pointer items-center gap-3.5 rounded-m border border-line bg-raised px-4 py-3 text-base hover:border-line-strong data-selected:border-accent data-selected:bg-accent/6 data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-focus'
