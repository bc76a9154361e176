import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly (readonly [name: Name, says: string])[];
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
}

/** Tabs as the ARIA pattern has them: one stop for Tab, arrows between them. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(([name]) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next[0]);
    list.current?.querySelector<HTMLElement>(`[data-name="${next[0]}"]`)?.focus();
  };
  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(([name, says]) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-name={name}
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {says}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
