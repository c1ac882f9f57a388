import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRoot } from '../../src/components/app-root.tsx';
import { createToaster } from '../../src/components/toaster.ts';
import { addTexts, startI18n, translator } from '../../src/i18n/i18n.ts';
import { createPseudo } from '../../src/i18n/pseudo.ts';
import { applyThemeSetting, parseThemeSetting } from '../../src/theme/theme-setting.ts';
import { Catalogue } from './catalogue.tsx';

/** `?page=chat&theme=dark&lang=fil`: one page of the catalogue in one theme and one language. */
const wanted = new URLSearchParams(location.search);
const language = wanted.get('lang') ?? 'en-US';
const isPseudo = language === 'pseudo';

applyThemeSetting(parseThemeSetting(wanted.get('theme')), document, localStorage);
await startI18n({
  root: document.documentElement,
  storage: { getItem: () => (isPseudo ? 'en-US' : language), setItem: () => {} },
  wished: [],
  isStrict: true,
});
if (isPseudo) {
  addTexts('pseudo', createPseudo());
  await translator.changeLanguage('pseudo');
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
const toaster = createToaster();
createRoot(root).render(
  <StrictMode>
    <AppRoot toaster={toaster}>
      <Catalogue page={wanted.get('page') ?? 'index'} toaster={toaster} />
    </AppRoot>
  </StrictMode>,
);
