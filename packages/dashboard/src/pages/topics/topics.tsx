import type { Topic } from '@carrier-nest/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copyable } from '../../parts/copy';
import { useCurl } from '../../parts/curl';
import { Confirmed } from '../../parts/confirmed';
import { Check, Field } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';

/** What people can opt out of by itself. */
export function Topics() {
  const client = useClient();
  const curl = useCurl();
  const query = useQuery({ queryKey: ['topics'], queryFn: async () => client.listTopics() });
  return (
    <Page
      title="Topics"
      lead="Kinds of mail that people choose for themselves, each on its own, on their preference page."
      actions={<Add />}
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <Rows topics={data} />
          ) : (
            <Empty
              title="No topics yet"
              command={curl('POST', '/v1/topics', { key: 'product', name: 'Product news' })}
            >
              Add one, and name its key as the topic of what you send.
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Topic' },
  { says: 'Key' },
  { says: 'Without a choice', isMinor: true },
  { says: 'Delete', width: 'slim' },
] as const;

function Rows({ topics }: { topics: readonly Topic[] }) {
  return (
    <Table caption="Topics" columns={columns}>
      {topics.map((topic) => (
        <tr key={topic.id}>
          <th scope="row">
            {topic.name}
            {topic.description && <small>{topic.description}</small>}
          </th>
          <td>
            <Copyable text={topic.key} what={`the key of ${topic.name}`} />
          </td>
          <td className="minor">{topic.default_subscribed ? 'Is mailed' : 'Is not mailed'}</td>
          <td>
            <Delete topic={topic} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Add() {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <FormDialog
      says="Add a topic"
      isPrimary
      title="Add a topic"
      action="Save the topic"
      does={(entered) =>
        client.saveTopic({
          key: entered.text('key'),
          name: entered.text('name'),
          description: entered.text('description') || null,
          default_subscribed: entered.isChecked('default'),
        })
      }
      onDone={async ({ name }) => {
        say(`The topic ${name} is there.`);
        await queries.invalidateQueries({ queryKey: ['topics'] });
      }}
    >
      <Field label="Name" name="name" required placeholder="Product news" hint="As people see it" />
      <Field
        label="Key"
        name="key"
        required
        pattern="[a-z0-9\-]{1,60}"
        placeholder="product"
        hint="a–z, 0–9 and hyphens. One that exists is changed."
      />
      <Field label="Description" name="description" />
      <Check label="Mail who made no choice" name="default" defaultChecked />
    </FormDialog>
  );
}

function Delete({ topic }: { topic: Topic }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <Confirmed
      says="Delete"
      label={`Delete ${topic.name}`}
      title={`Delete ${topic.name}?`}
      action="Delete the topic"
      does={() => client.deleteTopic(topic.key)}
      onDone={async () => {
        say(`The topic ${topic.name} was deleted.`);
        await queries.invalidateQueries({ queryKey: ['topics'] });
      }}
    >
      <p>Every choice about it goes with it, opt-outs too. Sends that name it are refused from then on.</p>
    </Confirmed>
  );
}
