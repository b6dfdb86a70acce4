import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { Counter } from './fixture.tsx';
import { IslandRoot } from './island.tsx';
import type { Serializable } from './registry.ts';

function Named({ name }: { readonly name: string }) {
  return <p id={useId()}>{name}</p>;
}

describe('IslandRoot', () => {
  it('renders the component with the attributes that hydration needs', () => {
    const html = renderToString(
      <IslandRoot name="counter" component={Counter} props={{ start: 3 }} on="visible" />,
    );
    expect(html).toContain('data-island="counter" data-on="visible"');
    expect(html).toContain('data-props="{&quot;start&quot;:3}"');
    expect(html).toMatch(/<button[^>]*>3<\/button><\/div>$/);
  });

  it('gives each island of a page unique ids, and does not change the ids around it', () => {
    const page = (
      <>
        <Named name="before" />
        <IslandRoot name="counter" component={Counter} props={{ start: 1 }} on="idle" />
        <Named name="between" />
        <IslandRoot name="counter" component={Counter} props={{ start: 2 }} on="idle" />
        <Named name="after" />
      </>
    );
    const html = renderToString(page);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(renderToString(page)).toBe(html);
  });

  it('escapes markup in its props', () => {
    const html = renderToString(
      <IslandRoot name="named" component={Named} props={{ name: '"><script>alert(1)</script>' }} on="idle" />,
    );
    expect(html).not.toContain('<script>');
  });
});

// oxlint-disable-next-line vitest/expect-expect -- the type checker fails, not the test run
it('islands accept only props that JSON preserves', () => {
  expectTypeOf<Serializable<{ a: string; b: readonly { c: number | null }[]; d?: boolean }>>().toExtend<{
    a: string;
    b: readonly { c: number | null }[];
    d?: boolean;
  }>();
  expectTypeOf<Serializable<{ at: Date }>['at']>().toBeNever();
  expectTypeOf<Serializable<{ onPost: () => void }>['onPost']>().toBeNever();
  expectTypeOf<Serializable<{ size: bigint }>['size']>().toBeNever();
  expectTypeOf<Serializable<{ tags: Map<string, string> }>['tags']>().toBeNever();
});
