import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client';

/** Suggests the tags in use for an input whose `list` is this ID. */
export function TagSuggestions({ id }: { id: string }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['tags'],
    queryFn: async ({ signal }) => client.listTags({ signal }),
    staleTime: 30_000,
  });
  return (
    <datalist id={id}>
      {data?.data.map(({ tag }) => (
        <option key={tag} value={tag} />
      ))}
    </datalist>
  );
}
