import { useEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { Icon } from '../parts/icon';
import { useLocal } from '../session/session';
import { ClockBanner } from './clock-banner';
import { Mark } from './mark';
import { Navigation } from './navigation';
import { Who, type WhoProps } from './who';

export type ShellProps = WhoProps & { children: ReactNode };

/** What is around every page. */
export function Shell({ children, ...who }: ShellProps) {
  const [isOpen, setOpen] = useState(false);
  const local = useLocal();
  const main = useFocusOnArrival();
  return (
    <div className="shell">
      <SkipLink to={main} />
      <header className="bar">
        <Mark />
        <button
          type="button"
          className="menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
          Menu
        </button>
        <nav id="navigation" aria-label="Pages" data-open={isOpen}>
          <Navigation onLeave={() => setOpen(false)} />
          <Who {...who} />
        </nav>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {local?.control && <ClockBanner />}
        {children}
      </main>
    </div>
  );
}

/** Its address alone would lead to the base of the document. */
function SkipLink({ to }: { to: RefObject<HTMLElement | null> }) {
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    to.current?.focus();
  };
  return (
    <a className="skip" href="#main" onClick={skip}>
      Skip to the content
    </a>
  );
}

/** Whoever goes to another page by the keyboard goes on from its beginning. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();
  const page = location.split('/')[1];
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page]);
  return main;
}
