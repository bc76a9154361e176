import { Link } from 'wouter';
import { Field } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { operationsIn, useDocument, type ApiDocument, type Located } from './document';
import { Said } from './said';

/** Every operation of the API, as this service has it. */
export function Reference() {
  const query = useDocument();
  return (
    <Page
      title="Reference"
      lead="All that a program can ask of this service. An operation opens with its fields, its answers, and examples to paste."
    >
      <Loaded query={query}>{(document) => <Operations document={document} />}</Loaded>
    </Page>
  );
}

function Operations({ document }: { document: ApiDocument }) {
  const { filters, refine } = useFilters();
  const wanted = (filters['search'] ?? '').toLowerCase();
  const found = operationsIn(document).filter((one) => says(one).includes(wanted));
  return (
    <>
      <Field
        label="Search"
        type="search"
        value={filters['search'] ?? ''}
        placeholder="schedule, POST /v1/emails, listThreads"
        onChange={({ currentTarget: { value } }) => refine({ search: value })}
      />
      {found.length === 0 && <Empty title="No operation says that">Try fewer letters.</Empty>}
      {document.tags.map(({ name, description }) => (
        <Section key={name} name={name} says={description} operations={ofTag(found, name)} />
      ))}
    </>
  );
}

const ofTag = (operations: readonly Located[], tag: string): Located[] =>
  operations.filter(({ operation }) => operation.tags.includes(tag));

const says = ({ method, path, operation: { operationId, summary, description = '' } }: Located): string =>
  `${method} ${path} ${operationId} ${summary} ${description}`.toLowerCase();

interface SectionProps {
  name: string;
  says: string | undefined;
  operations: readonly Located[];
}

function Section({ name, says: text, operations }: SectionProps) {
  if (operations.length === 0) return null;
  return (
    <section>
      <h2>{name}</h2>
      <p className="quiet">
        <Said text={text} />
      </p>
      <ul className="operations">
        {operations.map(({ method, path, operation: { operationId, summary } }) => (
          <li key={operationId}>
            <Link href={`/reference/${operationId}`}>{summary}</Link>
            <code>
              <b data-method={method}>{method}</b> {path}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}
