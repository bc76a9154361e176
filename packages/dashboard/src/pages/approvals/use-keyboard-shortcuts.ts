import { useEffect, useRef } from 'react';

/** Registers single-key shortcuts, which are ignored while a text field has the focus or a dialog is open. */
export function useKeyboardShortcuts(shortcuts: Record<string, (event: KeyboardEvent) => void>): void {
  const latestShortcuts = useRef(shortcuts);
  useEffect(() => {
    latestShortcuts.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      const handler = latestShortcuts.current[event.key.toLowerCase()];
      if (!handler) return;
      event.preventDefault();
      handler(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
