import { useState } from 'react';
import { SelectField } from './field';

export interface Bar {
  name: string;
  value: number;
}

/** One metric of the chart, with one bar per name. */
export interface Series {
  label: string;
  bars: readonly Bar[];
  tone?: 'good' | 'bad';
  format: (value: number) => string;
  /** The lowest value for the upper end of the axis. */
  axisMaxMin: number;
}

interface ChartProps {
  series: readonly Series[];
  /** The meaning of the bars, for screen readers. */
  grouping: string;
  /** The names below the axis: all of them, or the first and the last. */
  axisLabels?: 'all' | 'ends';
}

const width = 1_000;
const height = 220;
const axisHeight = 36;
const axisWidth = 60;

/** A bar chart of one series at a time. The page also shows the numbers in a table. */
export function Chart({ series, grouping, axisLabels = 'ends' }: ChartProps) {
  const [selectedLabel, setSelectedLabel] = useState(series[0]?.label);
  const selected = series.find(({ label }) => label === selectedLabel) ?? series[0];
  if (!selected) return null;
  const maxValue = Math.max(...selected.bars.map(({ value }) => value), 0);
  const axisMax = roundUpAxisMax(Math.max(maxValue, selected.axisMaxMin));
  return (
    <figure className="chart">
      <figcaption>
        <SelectField
          label="Chart"
          value={selected.label}
          onChange={setSelectedLabel}
          options={series.map(({ label }) => [label, label] as const)}
        />
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${selected.label} ${grouping}. The highest value is ${selected.format(maxValue)}.`}
        data-tone={selected.tone}
      >
        {[0, 0.5, 1].map((fraction) => (
          <GridLine key={fraction} y={yAt(fraction)} label={selected.format(axisMax * fraction)} />
        ))}
        <Bars series={selected} axisMax={axisMax} isWide={axisLabels === 'all'} />
        {axisLabels === 'all' ? (
          <AllAxisLabels bars={selected.bars} />
        ) : (
          <EndAxisLabels bars={selected.bars} />
        )}
      </svg>
    </figure>
  );
}

const yAt = (fraction: number): number => 10 + (height - axisHeight - 10) * (1 - fraction);

function GridLine({ y, label }: { y: number; label: string }) {
  return (
    <>
      <line x1={axisWidth} x2={width} y1={y} y2={y} />
      <text x={axisWidth - 8} y={y + 4} textAnchor="end">
        {label}
      </text>
    </>
  );
}

interface BarsProps {
  series: Series;
  axisMax: number;
  isWide: boolean;
}

function Bars({ series: { bars, format }, axisMax, isWide }: BarsProps) {
  const step = (width - axisWidth) / bars.length;
  const gap = Math.min(step * 0.25, 6);
  const barWidth = Math.min(step - gap, isWide ? 96 : 48);
  return bars.map(({ name, value }, index) => {
    const y = yAt(value / axisMax);
    return (
      <rect
        key={name}
        x={axisWidth + index * step + (isWide ? (step - barWidth) / 2 : gap / 2)}
        y={y}
        width={barWidth}
        height={yAt(0) - y}
        rx={Math.min(step / 6, 3)}
      >
        <title>{`${name}: ${format(value)}`}</title>
      </rect>
    );
  });
}

function AllAxisLabels({ bars }: { bars: readonly Bar[] }) {
  const step = (width - axisWidth) / bars.length;
  const charactersMax = Math.max(Math.floor(step / 16), 3);
  return bars.map(({ name }, index) => (
    <text key={name} x={axisWidth + (index + 0.5) * step} y={height - 4} textAnchor="middle">
      {name.length > charactersMax ? `${name.slice(0, charactersMax - 1)}…` : name}
    </text>
  ));
}

function EndAxisLabels({ bars }: { bars: readonly Bar[] }) {
  return (
    <>
      <text x={axisWidth} y={height - 4}>
        {bars[0]?.name}
      </text>
      <text x={width} y={height - 4} textAnchor="end">
        {bars.at(-1)?.name}
      </text>
    </>
  );
}

/** Returns a round number at or above the value, whose half is also round. */
function roundUpAxisMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((factor) => factor * power).find((candidate) => candidate >= value) ?? value;
}
