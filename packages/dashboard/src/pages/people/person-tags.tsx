import type { Contact, TagChangesRequest } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { InputField } from '../../parts/field';
import { Form } from '../../parts/form';
import { useSuccessEffects } from '../../parts/success-effects';
import { parseCommaList } from '../../parts/format';
import { useClient } from '../../service/client';
import { TagSuggestions } from './tags';
import { updateEffects } from './update-effects';

/** The tags of a contact. A tag can trigger or end automations. */
export function PersonTags({ contact }: { contact: Contact }) {
  const client = useClient();
  const change = useMutation({
    mutationFn: (changes: TagChangesRequest) => client.changeTags(contact.id, changes),
    onSuccess: useSuccessEffects(
      updateEffects(contact.id, ({ email, tags }) => `Tags of ${email}: ${tags.join(', ') || 'none'}.`),
    ),
  });
  const tagList = useId();
  return (
    <section aria-labelledby="tags">
      <h2 id="tags">Tags</h2>
      <TagList
        tags={contact.tags}
        onRemove={(tag) => change.mutate({ remove: [tag] })}
        isBusy={change.isPending}
      />
      <Form
        submitLabel="Add"
        isSecondary
        isBusy={change.isPending}
        error={change.error}
        onSubmit={(formValues, form) =>
          change.mutate({ add: parseCommaList(formValues.text('tags')) }, { onSuccess: () => form.reset() })
        }
      >
        <InputField
          label="Add tags"
          name="tags"
          required
          list={tagList}
          hint="Separate tags with commas. A tag can trigger or end automations immediately."
        />
        <TagSuggestions id={tagList} />
      </Form>
    </section>
  );
}

interface TagListProps {
  tags: readonly string[];
  onRemove: (tag: string) => void;
  isBusy: boolean;
}

function TagList({ tags, onRemove, isBusy }: TagListProps) {
  if (tags.length === 0) return <p className="quiet">No tags yet.</p>;
  return (
    <ul className="tags">
      {tags.map((tag) => (
        <li key={tag} className="tag">
          {tag}
          <button
            type="button"
            aria-label={`Remove the tag ${tag}`}
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
