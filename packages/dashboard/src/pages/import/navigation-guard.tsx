import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../../parts/dialog';

/** Asks before somebody leaves the page, by its links or with the browser. */
export function NavigationGuard() {
  const [target, setTarget] = useState<string>();
  const [, navigate] = useLocation();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const href = event.ctrlKey || event.metaKey || event.shiftKey ? undefined : linkTarget(event.target);
      if (href === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(href);
    };
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    document.addEventListener('click', onClick, { capture: true });
    addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      removeEventListener('beforeunload', onUnload);
    };
  }, []);
  if (target === undefined) return null;
  return (
    <ConfirmDialog
      title="Leave while the import is on its way?"
      confirmLabel="Leave"
      onClose={() => setTarget(undefined)}
      // `~` is an address as it is, with the base of the pages.
      onConfirm={() => navigate(`~${target}`)}
    >
      <p>
        It stops after the part that is just being sent. Who is in stays in: import the same file again to go
        on, and nobody is added twice.
      </p>
    </ConfirmDialog>
  );
}

/** Where a click leads, if that is another page of these. */
function linkTarget(clicked: EventTarget | null): string | undefined {
  const link = clicked instanceof Element ? clicked.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hash !== '' || link.download !== '')
    return undefined;
  return link.pathname + link.search;
}
