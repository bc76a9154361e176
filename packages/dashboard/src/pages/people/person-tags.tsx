import type { Contact, TagChangesRequest } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { Field } from '../../parts/field';
import { Form } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { tagsIn, TagSuggestions } from './tags';
import { useChanged } from './use-changed';

/** What they are tagged with. Automations may begin and end with a tag. */
export function PersonTags({ contact }: { contact: Contact }) {
  const client = useClient();
  const changed = useChanged();
  const say = useToast();
  const change = useMutation({
    mutationFn: (changes: TagChangesRequest) => client.changeTags(contact.id, changes),
    onSuccess: async (now) => {
      say(`Tags of ${now.email}: ${now.tags.join(', ') || 'none'}.`);
      await changed(now);
    },
  });
  const tagList = useId();
  return (
    <section aria-labelledby="tags">
      <h2 id="tags">Tags</h2>
      <Carried
        tags={contact.tags}
        onRemove={(tag) => change.mutate({ remove: [tag] })}
        isBusy={change.isPending}
      />
      <Form
        action="Add"
        isMinor
        isBusy={change.isPending}
        error={change.error}
        onSubmit={(entered, form) =>
          change.mutate({ add: tagsIn(entered.text('tags')) }, { onSuccess: () => form.reset() })
        }
      >
        <Field
          label="Add tags"
          name="tags"
          required
          list={tagList}
          hint="With commas between them. Automations that wait for a tag, or end with it, do so at once."
        />
        <TagSuggestions id={tagList} />
      </Form>
    </section>
  );
}

interface CarriedProps {
  tags: readonly string[];
  onRemove: (tag: string) => void;
  isBusy: boolean;
}

function Carried({ tags, onRemove, isBusy }: CarriedProps) {
  if (tags.length === 0) return <p className="quiet">None yet.</p>;
  return (
    <ul className="tags">
      {tags.map((tag) => (
        <li key={tag} className="tag">
          {tag}
          <button
            type="button"
            aria-label={`Take the tag ${tag} away`}
            onClick={() => onRemove(tag)}
            disabled={isBusy}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
