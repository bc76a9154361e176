import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSuccessEffects, type SuccessEffects } from './success-effects';

/** An action that a dialog asks for. Success closes the dialog; a refusal stays in it until it is opened again. */
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
