import type { Contact } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Facts } from '../../parts/facts';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { nameOf, Wish } from './contact-table';
import { DeletePerson } from './delete-person';
import { EditNames } from './edit-names';
import { PersonAudiences } from './person-audiences';
import { PersonMail } from './person-mail';
import { PersonProperties } from './person-properties';
import { PersonTags } from './person-tags';
import { PersonTopics } from './person-topics';
import { ChangeWish } from './change-wish';

const back = { to: '/people', says: 'People' };

/** All that is known of somebody, and what they want. */
export function Person() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => client.getContact(id, { signal }),
  });
  if (!query.data) {
    return (
      <Page title="Person" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown contact={query.data} />;
}

function Shown({ contact }: { contact: Contact }) {
  return (
    <Page
      title={contact.email}
      back={back}
      actions={
        <>
          <EditNames contact={contact} />
          <ChangeWish contact={contact} />
          <DeletePerson contact={contact} />
        </>
      }
    >
      <PersonMail contact={contact} />
      <div className="columns">
        <section aria-labelledby="known">
          <h2 id="known">What is known</h2>
          <Known contact={contact} />
        </section>
        <PersonTags contact={contact} />
        <PersonProperties key={JSON.stringify(contact.attributes)} contact={contact} />
        <PersonTopics contact={contact} />
        <PersonAudiences contact={contact} />
      </div>
    </Page>
  );
}

function Known({ contact }: { contact: Contact }) {
  const at = (time: string | null) => time && <Time at={time} />;
  return (
    <Facts
      of={[
        ['Name', nameOf(contact)],
        ['Marketing mail', <Wish key="wish" of={contact} />],
        ['Unsubscribed', at(contact.unsubscribed_at)],
        ['Last mailed', at(contact.last_sent_at) ?? 'Never'],
        ['Last opened', at(contact.last_opened_at)],
        ['Last clicked', at(contact.last_clicked_at)],
        ['Active elsewhere', at(contact.last_active_at)],
        ['Known since', at(contact.created_at)],
        ['Contact id', <Copyable key="id" text={contact.id} what="the id of the contact" />],
      ]}
    />
  );
}
