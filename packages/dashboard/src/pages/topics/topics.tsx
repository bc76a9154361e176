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

/** The topics that recipients can opt out of separately. */
export function Topics() {
  const client = useClient();
  const buildCurl = useCurlCommand();
  const query = useQuery({ queryKey: ['topics'], queryFn: async () => client.listTopics() });
  return (
    <Page
      title="Topics"
      lead="Types of email that recipients choose on a preference page."
      actions={<AddTopic />}
    >
      <QueryList
        query={query}
        empty={
          <EmptyState
            title="No topics yet"
            command={buildCurl('POST', '/v1/topics', { key: 'product', name: 'Product news' })}
          >
            A topic is a type of email that recipients can opt out of separately. Add a topic with the button
            above or with this command, then send emails with its key as their topic.
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
  { label: 'Default', isMinor: true },
  { label: 'Actions', width: 'slim' },
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
            <Copyable text={topic.key} itemLabel={`key of ${topic.name}`} />
          </td>
          <td className="minor">{topic.default_subscribed ? 'Subscribed' : 'Not subscribed'}</td>
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
      buttonLabel="Add topic"
      isPrimary
      title="Add a topic"
      submitLabel="Save topic"
      onSubmit={(formValues) =>
        client.saveTopic({
          key: formValues.text('key'),
          name: formValues.text('name'),
          description: formValues.text('description') || null,
          default_subscribed: formValues.isChecked('default'),
        })
      }
      successToast={({ name }) => `The topic ${name} was saved.`}
      invalidateKeys={[['topics']]}
    >
      <InputField label="Name" name="name" required placeholder="Product news" hint="Shown to recipients" />
      <InputField
        label="Key"
        name="key"
        required
        pattern="[a-z0-9\-]{1,60}"
        placeholder="product"
        hint="Use a–z, 0–9 and hyphens. An existing topic with this key is updated."
      />
      <InputField label="Description" name="description" />
      <CheckboxField label="Subscribe recipients who made no choice" name="default" defaultChecked />
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
      confirmLabel="Delete topic"
      onConfirm={() => client.deleteTopic(topic.key)}
      successToast={`The topic ${topic.name} was deleted.`}
      invalidateKeys={[['topics']]}
    >
      <p>
        All choices for the topic are deleted, including opt-outs. After the deletion, the service refuses
        sends that use the topic.
      </p>
    </ConfirmButton>
  );
}
