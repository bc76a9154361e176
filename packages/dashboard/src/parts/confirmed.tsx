import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Confirm } from './dialog';
import { Failure } from './states';

interface ConfirmedProps<T> {
  /** What the button says that asks. */
  says: string;
  /** For who hears the page, where several say the same. */
  label?: string;
  isPrimary?: boolean;
  isDisabled?: boolean;
  title: string;
  /** What the button says that does it. */
  action: string;
  /** What can be taken back is not. */
  isDangerous?: boolean;
  does: () => Promise<T>;
  /** After it was done, and the dialog is closed. */
  onDone: (done: T) => void | Promise<void>;
  children: ReactNode;
}

/** Does what cannot be taken back, after it said what will happen. A refusal is shown where it was asked for. */
export function Confirmed<T>({
  says,
  label,
  isPrimary = false,
  isDisabled = false,
  does,
  onDone,
  children,
  ...confirm
}: ConfirmedProps<T>) {
  const [isAsking, setAsking] = useState(false);
  const doing = useMutation({
    mutationFn: does,
    onSuccess: (done) => {
      setAsking(false);
      return onDone(done);
    },
  });
  const ask = (): void => {
    doing.reset();
    setAsking(true);
  };
  return (
    <>
      <button
        type="button"
        className={isPrimary ? 'primary' : undefined}
        disabled={isDisabled}
        onClick={ask}
        aria-label={label}
      >
        {says}
      </button>
      {isAsking && (
        <Confirm
          {...confirm}
          onClose={() => setAsking(false)}
          onConfirm={() => doing.mutate()}
          isBusy={doing.isPending}
        >
          {children}
          {doing.error && <Failure error={doing.error} />}
        </Confirm>
      )}
    </>
  );
}
