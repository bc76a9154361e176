import type { RenderedTemplate, Template } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Field } from '../../parts/field';
import { filled, filledHtml, placeholdersIn, type Values } from '../../parts/placeholders';
import { Failure } from '../../parts/states';
import { capital, spoken } from '../../parts/words';
import { useClient } from '../../service/client';
import type { Copy } from './editor';
import { Rendered } from './rendered';
import { TryIt } from './try-it';

interface PreviewProps {
  copy: Copy;
  /** The template, where it says what is written. */
  saved: Template | undefined;
}

/** How it reads with these values: what the service makes of what is saved, and what is written until then. */
export function Preview({ copy, saved }: PreviewProps) {
  const [given, setGiven] = useState<Values>({});
  const names = placeholdersIn(copy.subject, copy.html, copy.text);
  const values = Object.fromEntries(names.map((name) => [name, given[name] ?? sampleOf(name)]));
  const rendering = useRendering(saved, values);
  const shown = (saved && rendering.data) ?? filledCopy(copy, values);
  return (
    <section className="preview" aria-labelledby="preview">
      <h2 id="preview">How it reads</h2>
      <p className="quiet">
        {saved ? 'As the service renders it.' : 'Not saved yet: as it is written here.'}
      </p>
      {saved && rendering.error && <Failure error={rendering.error} />}
      <Rendered of={shown} />
      <Samples
        names={names}
        values={values}
        onChange={(name, value) => setGiven({ ...given, [name]: value })}
      />
      {saved ? (
        <TryIt mailOf={(from, to) => ({ from, to, template: saved.slug, variables: values })} />
      ) : (
        <p className="quiet">Save it to send yourself a test.</p>
      )}
    </section>
  );
}

/** `order_id` → `Order id`: enough to see where it stands. */
const sampleOf = (name: string): string => capital(spoken(name).replaceAll('.', ' '));

const filledCopy = ({ subject, html, text }: Copy, values: Values): RenderedTemplate => ({
  subject: filled(subject, values),
  html: filledHtml(html, values),
  text: text ? filled(text, values) : null,
});

function useRendering(saved: Template | undefined, values: Record<string, string>) {
  const client = useClient();
  const settled = useSettled(JSON.stringify(values));
  return useQuery({
    queryKey: ['rendering', saved?.slug, saved?.updated_at, settled],
    queryFn: ({ signal }) => client.renderTemplate(saved?.slug ?? '', { variables: values }, { signal }),
    enabled: saved !== undefined && settled === JSON.stringify(values),
    placeholderData: keepPreviousData,
  });
}

const settledAfterMs = 300;

/** The text, once nobody has changed it for a moment: each letter would be a request. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface SamplesProps {
  names: readonly string[];
  values: Values;
  onChange: (name: string, value: string) => void;
}

function Samples({ names, values, onChange }: SamplesProps) {
  if (names.length === 0) return <p className="quiet">It has no placeholders.</p>;
  return (
    <fieldset>
      <legend>Sample values</legend>
      <div className="pair">
        {names.map((name) => (
          <Field
            key={name}
            label={name}
            value={values[name] ?? ''}
            onChange={(event) => onChange(name, event.target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
