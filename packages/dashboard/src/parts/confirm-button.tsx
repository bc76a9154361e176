import type { ReactNode } from 'react';
import { ConfirmDialog } from './dialog';
import { ErrorMessage } from './states';
import type { SuccessEffects } from './success-effects';
import { useDialogMutation } from './use-dialog-mutation';

interface ConfirmButtonProps<T> extends SuccessEffects<T> {
  /** The label of the button that opens the dialog. */
  buttonLabel: string;
  /** A name for screen readers, if several buttons on a page have the same label. */
  ariaLabel?: string | undefined;
  isPrimary?: boolean;
  isDisabled?: boolean;
  title: string;
  /** The label of the button that confirms. */
  confirmLabel: string;
  /** False for an action that can be undone. */
  isDangerous?: boolean;
  onConfirm: () => Promise<T>;
  children: ReactNode;
}

/** Explains an action and asks for confirmation before the action runs. An error appears in the dialog. */
export function ConfirmButton<T>({
  buttonLabel,
  ariaLabel,
  isPrimary = false,
  isDisabled = false,
  title,
  confirmLabel,
  isDangerous = true,
  onConfirm,
  children,
  ...effects
}: ConfirmButtonProps<T>) {
  const { isOpen, open, close, mutation } = useDialogMutation<undefined, T>(onConfirm, effects);
  return (
    <>
      <button
        type="button"
        className={isPrimary ? 'primary' : undefined}
        disabled={isDisabled}
        onClick={open}
        aria-label={ariaLabel}
      >
        {buttonLabel}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={title}
          confirmLabel={confirmLabel}
          isDangerous={isDangerous}
          onClose={close}
          onConfirm={() => mutation.mutate(undefined)}
          isBusy={mutation.isPending}
        >
          {children}
          {mutation.error && <ErrorMessage error={mutation.error} />}
        </ConfirmDialog>
      )}
    </>
  );
}
