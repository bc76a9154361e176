import type { Contact } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';

/** Shows the person as they are now, here and in the lists. */
export function useChanged(): (contact: Contact) => Promise<void> {
  const queries = useQueryClient();
  return async (contact) => {
    queries.setQueryData(['contact', contact.id], contact);
    await Promise.all(
      ['contacts', 'members', 'tags', 'preferences', 'suppressions'].map((list) =>
        queries.invalidateQueries({ queryKey: [list] }),
      ),
    );
  };
}
