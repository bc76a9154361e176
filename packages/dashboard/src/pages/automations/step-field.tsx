import type { Step, Template } from '@carrier-nest/sdk';
import { useState } from 'react';
import { Choice, Field, TextField } from '../../parts/field';

export interface Place {
  at: number;
  of: number;
}

interface StepFieldProps {
  place: Place;
  /** What it begins with; undefined for one that was added. */
  step: Step | undefined;
  templates: readonly Template[];
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

export function StepField({ place, step, templates, onMove, onRemove }: StepFieldProps) {
  return (
    <fieldset>
      <legend>Step {place.at + 1}</legend>
      <Arrange place={place} onMove={onMove} onRemove={onRemove} />
      <Wait place={place} minutes={step?.delay_minutes ?? dayMinutes} />
      <Field
        label="Subject"
        name="step_subject"
        required
        maxLength={998}
        defaultValue={step?.subject ?? ''}
        placeholder="Welcome, {{first_name}}"
      />
      <Body step={step} templates={templates} />
    </fieldset>
  );
}

function Arrange({
  place: { at, of },
  onMove,
  onRemove,
}: Pick<StepFieldProps, 'place' | 'onMove' | 'onRemove'>) {
  const name = `step ${at + 1}`;
  return (
    <div className="actions">
      <button
        type="button"
        data-move={-1}
        disabled={at === 0}
        onClick={() => onMove(-1)}
        aria-label={`Move ${name} up`}
      >
        Up
      </button>
      <button
        type="button"
        data-move={1}
        disabled={at === of - 1}
        onClick={() => onMove(1)}
        aria-label={`Move ${name} down`}
      >
        Down
      </button>
      <button type="button" disabled={of === 1} onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </button>
    </div>
  );
}

const dayMinutes = 1_440;

const units = [
  ['1', 'minutes'],
  ['60', 'hours'],
  [`${dayMinutes}`, 'days'],
] as const;

function Wait({ place: { at }, minutes }: { place: Place; minutes: number }) {
  const unit = units.findLast(([size]) => minutes % Number(size) === 0 && minutes > 0)?.[0] ?? '1';
  return (
    <div className="wait">
      <Field
        label={at === 0 ? 'Wait once they are taken in' : 'Wait after the step before'}
        name="step_wait"
        type="number"
        required
        min={0}
        step={1}
        defaultValue={minutes / Number(unit)}
      />
      <Choice label="Unit" name="step_unit" defaultValue={unit} options={units} />
    </div>
  );
}

function Body({ step, templates }: Pick<StepFieldProps, 'step' | 'templates'>) {
  const [template, setTemplate] = useState(step?.template_slug ?? '');
  const isGone = template !== '' && !templates.some(({ slug }) => slug === template);
  return (
    <>
      <Choice
        label="Says"
        name="step_template"
        value={template}
        onChange={setTemplate}
        options={[
          ['', 'HTML of its own'],
          ...templates.map(({ slug, name }) => [slug, `The template ${name}`] as const),
          ...(isGone ? [[template, `The template ${template}, which was deleted`] as const] : []),
        ]}
        {...(template && { hint: 'Its HTML, as it is when the step leaves, with the subject from here' })}
      />
      {/* Kept while a template is looked at, so that nothing that was typed is lost. */}
      <div hidden={template !== ''}>
        <TextField
          label="HTML"
          name="step_html"
          rows={6}
          required={template === ''}
          defaultValue={step?.html ?? ''}
          spellCheck={false}
          placeholder="<p>Good to have you, {{first_name}}.</p>"
        />
      </div>
    </>
  );
}
