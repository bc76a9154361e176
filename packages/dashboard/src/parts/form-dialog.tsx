import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog';
import { Form, type Entered } from './form';

interface FormDialogProps<T> {
  /** What the button says that opens it. */
  says: string;
  /** For who hears the page, where several say the same. */
  label?: string;
  isPrimary?: boolean;
  title: string;
  /** What the button says that does it. */
  action: string;
  does: (entered: Entered) => Promise<T>;
  /** After it was done, and the dialog is closed. */
  onDone: (done: T) => void | Promise<void>;
  children: ReactNode;
}

/** A form that a button opens. What the API refuses is shown in it, and nothing that was typed is lost. */
export function FormDialog<T>({
  says,
  label,
  isPrimary = false,
  title,
  action,
  does,
  onDone,
  children,
}: FormDialogProps<T>) {
  const [isOpen, setOpen] = useState(false);
  const doing = useMutation({
    mutationFn: does,
    onSuccess: (done) => {
      setOpen(false);
      return onDone(done);
    },
  });
  const open = (): void => {
    doing.reset();
    setOpen(true);
  };
  return (
    <>
      <button type="button" className={isPrimary ? 'primary' : undefined} onClick={open} aria-label={label}>
        {says}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Form
            action={action}
            isBusy={doing.isPending}
            error={doing.error}
            onCancel={() => setOpen(false)}
            onSubmit={(entered) => doing.mutate(entered)}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </>
  );
}
