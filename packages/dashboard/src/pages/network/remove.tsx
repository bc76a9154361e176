import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../parts/toast';

interface RemoveProps {
  what: string;
  remove: () => Promise<object>;
  list: 'dns' | 'hosts';
}

export function Remove({ what, remove, list }: RemoveProps) {
  const queries = useQueryClient();
  const say = useToast();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      say(`${what} is not set any more.`);
      await queries.invalidateQueries({ queryKey: [list] });
    },
    onError: (error) => say(error.message),
  });
  return (
    <button
      type="button"
      onClick={() => removal.mutate()}
      disabled={removal.isPending}
      aria-label={`Remove ${what}`}
    >
      Remove
    </button>
  );
}
