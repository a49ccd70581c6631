/**
 * The dark over the page while a dialog, the menu or a screen on its way stands in front of it. The page is blurred where
 * there is a machine for that: a phone would do so again for every frame.
 */
export const SCRIM = 'fixed inset-0 z-40 animate-fade bg-scrim/80 md:bg-scrim/70 md:backdrop-blur-[6px]'
