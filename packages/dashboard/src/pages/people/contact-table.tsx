import type { Contact } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';

const columns = [
  { label: 'Email address' },
  { label: 'Name', isMinor: true },
  { label: 'Tags', isMinor: true },
  { label: 'Marketing email', width: 'slim' },
  { label: 'Created', isMinor: true, width: 'time' },
] as const;

export function ContactTable({ caption, contacts }: { caption: string; contacts: readonly Contact[] }) {
  return (
    <Table caption={caption} columns={columns}>
      {contacts.map((contact) => (
        <LinkRow
          key={contact.id}
          href={`/people/${contact.id}`}
          label={contact.email}
          details={
            <>
              <span className="under">{nameOf(contact)}</span>
              <span className="under">{contact.tags.join(', ')}</span>
            </>
          }
        >
          <td className="minor">{nameOf(contact)}</td>
          <td className="minor">
            <TagList tags={contact.tags} />
          </td>
          <td>
            <SubscriptionStatus contact={contact} />
          </td>
          <td className="minor time">
            <Time at={contact.created_at} />
          </td>
        </LinkRow>
      ))}
    </Table>
  );
}

export const nameOf = ({ first_name, last_name }: Contact): string =>
  [first_name, last_name].filter(Boolean).join(' ');

const tagsMax = 4;

function TagList({ tags }: { tags: readonly string[] }) {
  const hiddenCount = tags.length - tagsMax;
  return (
    <span className="tags">
      {tags.slice(0, tagsMax).map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}
      {hiddenCount > 0 && <span className="quiet">+{hiddenCount}</span>}
    </span>
  );
}

/** The marketing subscription of a contact. Suppressions have their own page. */
export function SubscriptionStatus({ contact: { unsubscribed } }: { contact: Contact }) {
  return unsubscribed ? (
    <Status status="rejected" label="Unsubscribed" />
  ) : (
    <Status status="active" label="Subscribed" />
  );
}
