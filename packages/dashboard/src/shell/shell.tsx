import { useEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { Icon } from '../parts/icon';
import { useLocalSession } from '../session/session';
import { ClockBanner } from './clock-banner';
import { Logo } from './logo';
import { Navigation } from './navigation';
import { AccountMenu, type AccountMenuProps } from './account-menu';

export type ShellProps = AccountMenuProps & { children: ReactNode };

/** The frame of every page. */
export function Shell({ children, ...accountMenuProps }: ShellProps) {
  const [isOpen, setOpen] = useState(false);
  const local = useLocalSession();
  const main = useFocusOnPageChange();
  return (
    <div className="shell">
      <SkipLink target={main} />
      <header className="bar">
        <Logo />
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
          <Navigation onNavigate={() => setOpen(false)} />
          <AccountMenu {...accountMenuProps} />
        </nav>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {local?.control && <ClockBanner />}
        {children}
      </main>
    </div>
  );
}

/** Moves the focus in code, because a link with only a fragment would open the base URL of the document. */
function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  const moveFocus = (event: MouseEvent): void => {
    event.preventDefault();
    target.current?.focus();
  };
  return (
    <a className="skip" href="#main" onClick={moveFocus}>
      Skip to content
    </a>
  );
}

/** After a page change, moves the focus to the start of the new page, so that keyboard users continue there. */
function useFocusOnPageChange() {
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();
  const page = location.split('/')[1];
  const previousPage = useRef(page);
  useEffect(() => {
    if (previousPage.current === page) return;
    previousPage.current = page;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page]);
  return main;
}
