import { useEffect, useId, useRef, type ReactNode } from 'react';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A native modal dialog, which keeps the focus and closes on Escape. The dialog is open while it is rendered. */
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

interface ConfirmDialogProps extends DialogProps {
  /** The label of the button that confirms. */
  confirmLabel: string;
  onConfirm: () => void;
  isBusy?: boolean;
  isDangerous?: boolean;
}

/** Confirms an action that cannot be undone, or that reaches recipients. */
export function ConfirmDialog({
  confirmLabel,
  onConfirm,
  isBusy = false,
  isDangerous = true,
  ...dialogProps
}: ConfirmDialogProps) {
  return (
    <Dialog {...dialogProps}>
      {dialogProps.children}
      <div className="actions">
        <button
          type="button"
          className={isDangerous ? 'danger' : 'primary'}
          onClick={onConfirm}
          disabled={isBusy}
        >
          {confirmLabel}
        </button>
        <button type="button" onClick={dialogProps.onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
