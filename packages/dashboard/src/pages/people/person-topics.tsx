import type { Contact, Preferences } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { CheckboxField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';

/** The topics of a contact. If the contact has made no choice for a topic, the default of the topic applies. */
export function PersonTopics({ contact: { email } }: { contact: Contact }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['preferences', email],
    queryFn: ({ signal }) => client.getPreferences({ email }, { signal }),
  });
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">Topics</h2>
      <QueryBoundary query={query}>
        {(preferences) =>
          preferences.topics.length > 0 ? (
            <TopicsForm key={JSON.stringify(preferences)} preferences={preferences} />
          ) : (
            <p className="quiet">
              No topics yet. <Link href="/topics">Add a topic</Link>
            </p>
          )
        }
      </QueryBoundary>
    </section>
  );
}

function TopicsForm({ preferences: { email, topics } }: { preferences: Preferences }) {
  const client = useClient();
  const save = useMutation({
    mutationFn: (formValues: FormValues) => {
      const selectedKeys = formValues.all('topics');
      const choices = topics.map(({ key }) => [key, selectedKeys.includes(key)] as const);
      // An unchanged topic stores no choice, so that the topic keeps its default.
      const changed = choices.filter(
        ([key, isSubscribed]) => topics.find((topic) => topic.key === key)?.subscribed !== isSubscribed,
      );
      return client.savePreferences({ email, topics: Object.fromEntries(changed) });
    },
    onSuccess: useSuccessEffects<Preferences>({
      successToast: 'The topics were saved.',
      resultKey: ['preferences', email],
      invalidateKeys: [['preferences', email]],
    }),
  });
  return (
    <Form
      submitLabel="Save topics"
      isSecondary
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(formValues) => save.mutate(formValues)}
    >
      {topics.map(({ key, name, description, subscribed }) => (
        <CheckboxField
          key={key}
          label={name}
          name="topics"
          value={key}
          defaultChecked={subscribed}
          {...(description && { hint: description })}
        />
      ))}
    </Form>
  );
}
