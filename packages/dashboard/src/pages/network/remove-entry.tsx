import { useMutation } from '@tanstack/react-query';
import { useSuccessEffects } from '../../parts/success-effects';
import { useToast } from '../../parts/toast';

interface RemoveEntryProps {
  name: string;
  remove: () => Promise<object>;
  list: 'dns' | 'hosts';
}

export function RemoveEntry({ name, remove, list }: RemoveEntryProps) {
  const showToast = useToast();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: useSuccessEffects<object>({
      successToast: `${name} was removed.`,
      invalidateKeys: [[list]],
    }),
    onError: (error) => showToast(error.message),
  });
  return (
    <button
      type="button"
      onClick={() => removal.mutate()}
      disabled={removal.isPending}
      aria-label={`Remove ${name}`}
    >
      Remove
    </button>
  );
}
