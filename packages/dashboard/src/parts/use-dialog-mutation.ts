import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSuccessEffects, type SuccessEffects } from './success-effects';

/** A mutation that a dialog starts. Success closes the dialog. An error stays until the dialog opens again. */
export function useDialogMutation<Input, T>(
  mutationFn: (input: Input) => Promise<T>,
  effects: SuccessEffects<T>,
) {
  const [isOpen, setOpen] = useState(false);
  const applyEffects = useSuccessEffects(effects);
  const mutation = useMutation({
    mutationFn,
    onSuccess: (result) => {
      setOpen(false);
      return applyEffects(result);
    },
  });
  const open = (): void => {
    mutation.reset();
    setOpen(true);
  };
  return { isOpen, open, close: () => setOpen(false), mutation };
}
