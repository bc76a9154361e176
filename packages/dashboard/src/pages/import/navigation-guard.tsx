import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../../parts/dialog';

/** Asks for confirmation before the user leaves the page through a link or a browser control. */
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
      title="Leave during the import?"
      confirmLabel="Leave"
      onClose={() => setTarget(undefined)}
      // `~` marks a path that already contains the base path.
      onConfirm={() => navigate(`~${target}`)}
    >
      <p>
        The import stops after the current batch. Imported contacts are kept. To resume, import the same file
        again. No contact is added twice.
      </p>
    </ConfirmDialog>
  );
}

/** Returns the target of a clicked link, if the target is another page of the dashboard. */
function linkTarget(clicked: EventTarget | null): string | undefined {
  const link = clicked instanceof Element ? clicked.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hash !== '' || link.download !== '')
    return undefined;
  return link.pathname + link.search;
}
