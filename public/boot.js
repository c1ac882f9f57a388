// Runs before the first paint, as a classic script, on every browser that can show the page at all.
// Theme, text size, motion and language are mirrored in local storage (src/theme, src/i18n), because IndexedDB answers
// too late.
(() => {
  const bars = { light: '#fffefb', dark: '#1e1a16', black: '#000000' };
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Storage is closed to us (a strict private mode): the defaults of index.html stand.
    }
  };
  const root = document.documentElement;
  const language = read('tambay.language');
  if (language !== null && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language)) root.lang = language;

  const oneOf = (key, values) => {
    const value = read(key);
    return values.includes(value) ? value : null;
  };
  const textSize = oneOf('tambay.textSize', ['small', 'large', 'huge']);
  if (textSize !== null) root.dataset.textSize = textSize;
  if (oneOf('tambay.motion', ['less']) !== null) root.dataset.motion = 'less';

  // The browser may offer to install the app before the app's own code is there (src/app/install-prompt.ts).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.tambayInstallPrompt = event;
  });

  const stored = read('tambay.theme');
  const theme = stored !== null && Object.hasOwn(bars, stored) ? stored : 'system';
  root.dataset.theme = theme;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = bars[theme === 'system' ? system : theme];
})();
