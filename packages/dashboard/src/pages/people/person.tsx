import type { Contact } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { nameOf, SubscriptionStatus } from './contact-table';
import { DeletePerson } from './delete-person';
import { EditNames } from './edit-names';
import { PersonAudiences } from './person-audiences';
import { PersonSuppressions } from './person-suppressions';
import { PersonProperties } from './person-properties';
import { PersonTags } from './person-tags';
import { PersonTopics } from './person-topics';
import { SubscriptionToggle } from './subscription-toggle';

const back = { to: '/people', label: 'Contacts' };

/** A contact with its data, tags, topics and audiences. */
export function Person() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => client.getContact(id, { signal }),
  });
  return (
    <QueryPage query={query} title="Contact" back={back}>
      {(contact) => <PersonDetails contact={contact} />}
    </QueryPage>
  );
}

function PersonDetails({ contact }: { contact: Contact }) {
  return (
    <Page
      title={contact.email}
      back={back}
      actions={
        <>
          <EditNames contact={contact} />
          <SubscriptionToggle contact={contact} />
          <DeletePerson contact={contact} />
        </>
      }
    >
      <PersonSuppressions contact={contact} />
      <div className="columns">
        <section aria-labelledby="known">
          <h2 id="known">Details</h2>
          <PersonSummary contact={contact} />
        </section>
        <PersonTags contact={contact} />
        <PersonProperties key={JSON.stringify(contact.attributes)} contact={contact} />
        <PersonTopics contact={contact} />
        <PersonAudiences contact={contact} />
      </div>
    </Page>
  );
}

function PersonSummary({ contact }: { contact: Contact }) {
  const formatTime = (time: string | null) => time && <Time at={time} />;
  return (
    <DescriptionList
      items={[
        ['Name', nameOf(contact)],
        ['Marketing email', <SubscriptionStatus key="wish" contact={contact} />],
        ['Unsubscribed', formatTime(contact.unsubscribed_at)],
        ['Last emailed', formatTime(contact.last_sent_at) ?? 'Never'],
        ['Last opened', formatTime(contact.last_opened_at)],
        ['Last clicked', formatTime(contact.last_clicked_at)],
        ['Last active', formatTime(contact.last_active_at)],
        ['Created', formatTime(contact.created_at)],
        ['Contact ID', <Copyable key="id" text={contact.id} itemLabel="contact ID" />],
      ]}
    />
  );
}
