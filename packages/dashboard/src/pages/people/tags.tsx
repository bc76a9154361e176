import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client';

/** The tags that are in use, to be suggested by a field whose `list` it is. */
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
