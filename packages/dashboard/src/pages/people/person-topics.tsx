import type { Contact, Preferences } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Check } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';

/** Which topics they get mail about, by their own choice or else by the default. */
export function PersonTopics({ contact: { email } }: { contact: Contact }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['preferences', email],
    queryFn: ({ signal }) => client.getPreferences({ email }, { signal }),
  });
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">Topics</h2>
      <Loaded query={query}>
        {(preferences) =>
          preferences.topics.length > 0 ? (
            <Choices key={JSON.stringify(preferences)} preferences={preferences} />
          ) : (
            <p className="quiet">
              There are none. <Link href="/topics">Add a topic</Link>
            </p>
          )
        }
      </Loaded>
    </section>
  );
}

function Choices({ preferences: { email, topics } }: { preferences: Preferences }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const save = useMutation({
    mutationFn: (entered: Entered) => {
      const wanted = entered.all('topics');
      const choices = topics.map(({ key }) => [key, wanted.includes(key)] as const);
      // What was not touched stays a default, and follows it.
      const changed = choices.filter(([key, is]) => topics.find((one) => one.key === key)?.subscribed !== is);
      return client.savePreferences({ email, topics: Object.fromEntries(changed) });
    },
    onSuccess: async (now) => {
      say('The topics were saved.');
      queries.setQueryData(['preferences', email], now);
      await queries.invalidateQueries({ queryKey: ['preferences', email] });
    },
  });
  return (
    <Form
      action="Save the topics"
      isMinor
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(entered) => save.mutate(entered)}
    >
      {topics.map(({ key, name, description, subscribed }) => (
        <Check
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
