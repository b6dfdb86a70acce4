import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { Counter } from './fixture.tsx';
import { IslandPlace } from './island.tsx';
import type { Serialisable } from './registry.ts';

function Named({ name }: { readonly name: string }) {
  return <p id={useId()}>{name}</p>;
}

describe('IslandPlace', () => {
  it('draws the component and says how to wake it', () => {
    const html = renderToString(
      <IslandPlace name="counter" component={Counter} props={{ start: 3 }} on="visible" />,
    );
    expect(html).toContain('data-island="counter" data-on="visible"');
    expect(html).toContain('data-props="{&quot;start&quot;:3}"');
    expect(html).toMatch(/<button[^>]*>3<\/button><\/div>$/);
  });

  it('gives every island of a page ids of its own, and leaves those around it alone', () => {
    const page = (
      <>
        <Named name="before" />
        <IslandPlace name="counter" component={Counter} props={{ start: 1 }} on="idle" />
        <Named name="between" />
        <IslandPlace name="counter" component={Counter} props={{ start: 2 }} on="idle" />
        <Named name="after" />
      </>
    );
    const html = renderToString(page);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(renderToString(page)).toBe(html);
  });

  it('cannot be broken out of by what is in its props', () => {
    const html = renderToString(
      <IslandPlace
        name="named"
        component={Named}
        props={{ name: '"><script>alert(1)</script>' }}
        on="idle"
      />,
    );
    expect(html).not.toContain('<script>');
  });
});

// oxlint-disable-next-line vitest/expect-expect -- it is the compiler that fails
it('islands take only what survives JSON', () => {
  expectTypeOf<Serialisable<{ a: string; b: readonly { c: number | null }[]; d?: boolean }>>().toExtend<{
    a: string;
    b: readonly { c: number | null }[];
    d?: boolean;
  }>();
  expectTypeOf<Serialisable<{ at: Date }>['at']>().toBeNever();
  expectTypeOf<Serialisable<{ onPost: () => void }>['onPost']>().toBeNever();
  expectTypeOf<Serialisable<{ size: bigint }>['size']>().toBeNever();
  expectTypeOf<Serialisable<{ tags: Map<string, string> }>['tags']>().toBeNever();
});
