import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { Form, type FormValues } from './form';
import type { SuccessEffects } from './success-effects';
import { useDialogMutation } from './use-dialog-mutation';

interface FormDialogProps<T> extends SuccessEffects<T> {
  /** The label of the button that opens the dialog. */
  buttonLabel: string;
  isPrimary?: boolean;
  title: string;
  submitLabel: string;
  onSubmit: (formValues: FormValues) => Promise<T>;
  children: ReactNode;
}

/** A form that a button opens in a dialog. An error appears in the dialog, and the form keeps its input. */
export function FormDialog<T>({
  buttonLabel,
  isPrimary = false,
  title,
  submitLabel,
  onSubmit,
  children,
  ...effects
}: FormDialogProps<T>) {
  const { isOpen, open, close, mutation } = useDialogMutation(onSubmit, effects);
  return (
    <>
      <button type="button" className={isPrimary ? 'primary' : undefined} onClick={open}>
        {buttonLabel}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <Form
            submitLabel={submitLabel}
            isBusy={mutation.isPending}
            error={mutation.error}
            onCancel={close}
            onSubmit={(formValues) => mutation.mutate(formValues)}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </>
  );
}
