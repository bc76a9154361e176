import type { Topic } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Copyable } from '../../parts/copy';
import { useCurlCommand } from '../../parts/curl';
import { ConfirmButton } from '../../parts/confirm-button';
import { CheckboxField, InputField } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { Page } from '../../parts/page';
import { QueryList } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Table } from '../../parts/table';
import { useClient } from '../../service/client';

/** What people can opt out of by itself. */
export function Topics() {
  const client = useClient();
  const buildCurl = useCurlCommand();
  const query = useQuery({ queryKey: ['topics'], queryFn: async () => client.listTopics() });
  return (
    <Page
      title="Topics"
      lead="Kinds of mail that people choose for themselves, each on its own, on their preference page."
      actions={<AddTopic />}
    >
      <QueryList
        query={query}
        empty={
          <EmptyState
            title="No topics yet"
            command={buildCurl('POST', '/v1/topics', { key: 'product', name: 'Product news' })}
          >
            Add one, and name its key as the topic of what you send.
          </EmptyState>
        }
      >
        {({ data }) => <TopicTable topics={data} />}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Topic' },
  { label: 'Key' },
  { label: 'Without a choice', isMinor: true },
  { label: 'Delete', width: 'slim' },
] as const;

function TopicTable({ topics }: { topics: readonly Topic[] }) {
  return (
    <Table caption="Topics" columns={columns}>
      {topics.map((topic) => (
        <tr key={topic.id}>
          <th scope="row">
            {topic.name}
            {topic.description && <small>{topic.description}</small>}
          </th>
          <td>
            <Copyable text={topic.key} itemLabel={`the key of ${topic.name}`} />
          </td>
          <td className="minor">{topic.default_subscribed ? 'Is mailed' : 'Is not mailed'}</td>
          <td>
            <DeleteTopic topic={topic} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function AddTopic() {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Add a topic"
      isPrimary
      title="Add a topic"
      submitLabel="Save the topic"
      onSubmit={(formValues) =>
        client.saveTopic({
          key: formValues.text('key'),
          name: formValues.text('name'),
          description: formValues.text('description') || null,
          default_subscribed: formValues.isChecked('default'),
        })
      }
      successToast={({ name }) => `The topic ${name} is there.`}
      invalidateKeys={[['topics']]}
    >
      <InputField label="Name" name="name" required placeholder="Product news" hint="As people see it" />
      <InputField
        label="Key"
        name="key"
        required
        pattern="[a-z0-9\-]{1,60}"
        placeholder="product"
        hint="a–z, 0–9 and hyphens. One that exists is changed."
      />
      <InputField label="Description" name="description" />
      <CheckboxField label="Mail who made no choice" name="default" defaultChecked />
    </FormDialog>
  );
}

function DeleteTopic({ topic }: { topic: Topic }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      ariaLabel={`Delete ${topic.name}`}
      title={`Delete ${topic.name}?`}
      confirmLabel="Delete the topic"
      onConfirm={() => client.deleteTopic(topic.key)}
      successToast={`The topic ${topic.name} was deleted.`}
      invalidateKeys={[['topics']]}
    >
      <p>Every choice about it goes with it, opt-outs too. Sends that name it are refused from then on.</p>
    </ConfirmButton>
  );
}
