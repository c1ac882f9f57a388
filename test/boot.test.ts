import { existsSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { manifest } from '../scripts/web-manifest.ts';
import { LANGUAGE_STORAGE_KEY } from '../src/i18n/language-key.ts';
import { black } from '../src/theme/black.ts';
import { dark } from '../src/theme/dark.ts';
import { light } from '../src/theme/light.ts';
import { THEME_STORAGE_KEY, themeColor, themeSettings } from '../src/theme/theme-setting.ts';

const bootScript = readFileSync('public/boot.js', 'utf8');

interface Boot {
  stored?: Record<string, string>;
  prefersDark?: boolean;
  isStorageClosed?: boolean;
}

/** Runs boot.js against the few things of a page that it touches, and gives what the first frame would have. */
function boot({ stored = {}, prefersDark = false, isStorageClosed = false }: Boot) {
  const meta = { content: 'unset' };
  const root = { lang: 'en-US', dataset: { theme: 'unset' } };
  runInNewContext(bootScript, {
    document: { documentElement: root, querySelector: () => meta },
    addEventListener: () => undefined,
    matchMedia: () => ({ matches: prefersDark }),
    localStorage: {
      getItem: (key: string) => {
        if (isStorageClosed) throw new Error('SecurityError');
        return stored[key] ?? null;
      },
    },
  });
  return { theme: root.dataset.theme, lang: root.lang, bar: meta.content };
}

describe('the first frame', () => {
  it.each(themeSettings.flatMap((setting) => [false, true].map((prefersDark) => ({ setting, prefersDark }))))(
    'has the bars of theme $setting when the system prefers dark: $prefersDark',
    ({ setting, prefersDark }) => {
      expect(boot({ stored: { [THEME_STORAGE_KEY]: setting }, prefersDark })).toEqual({
        theme: setting,
        lang: 'en-US',
        bar: themeColor(setting, prefersDark),
      });
    },
  );

  it('has the stored language', () => {
    expect(boot({ stored: { [LANGUAGE_STORAGE_KEY]: 'fil' } }).lang).toBe('fil');
  });

  it('follows the system when storage is closed or holds nonsense', () => {
    const system = { theme: 'system', lang: 'en-US', bar: light.color.surface };
    expect(boot({ isStorageClosed: true })).toEqual(system);
    expect(boot({ stored: { [THEME_STORAGE_KEY]: '__proto__', [LANGUAGE_STORAGE_KEY]: '"><b>' } })).toEqual(
      system,
    );
  });

  it('has the background of each theme', () => {
    const css = readFileSync('public/boot.css', 'utf8');
    const backgrounds = [...css.matchAll(/background: (#[0-9a-f]{6})/g)].map((match) => match[1]);
    expect(backgrounds).toEqual([light, dark, dark, black].map((theme) => theme.color.canvas));
  });
});

describe('index.html', () => {
  const html = readFileSync('index.html', 'utf8');

  it('has no inline script or style, which the content security policy would block', () => {
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son[a-z]+=/);
  });

  it('starts with the bars of the light theme', () => {
    expect(html).toContain(`<meta name="theme-color" content="${light.color.surface}" />`);
  });
});

describe('the web app manifest', () => {
  it('names icons that exist, each in its own size', () => {
    for (const { src, sizes } of manifest.icons ?? []) {
      const path = `public${src}`;
      expect(existsSync(path), path).toBe(true);
      if (!path.endsWith('.png')) continue;
      const header = readFileSync(path);
      expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`, path).toBe(sizes);
    }
  });
});
