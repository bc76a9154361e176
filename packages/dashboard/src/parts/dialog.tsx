import { useEffect, useId, useRef, type ReactNode } from 'react';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own: it keeps the focus, and Escape closes it. It is shown while it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmProps extends DialogProps {
  /** What the button says that does it. */
  action: string;
  onConfirm: () => void;
  isBusy?: boolean;
  isDangerous?: boolean;
}

/** For what cannot be taken back, or reaches people. */
export function Confirm({ action, onConfirm, isBusy = false, isDangerous = true, ...dialog }: ConfirmProps) {
  return (
    <Dialog {...dialog}>
      {dialog.children}
      <div className="actions">
        <button
          type="button"
          className={isDangerous ? 'danger' : 'primary'}
          onClick={onConfirm}
          disabled={isBusy}
        >
          {action}
        </button>
        <button type="button" onClick={dialog.onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
