// Whether the key / focuses the search. This browser stores it, and the kit reads it from the page.
const storageName = 'slash';

export function applySlash(): void {
  document.documentElement.dataset['slash'] = localStorage.getItem(storageName) ?? 'on';
}

export function turnSlash(isOn: boolean): void {
  localStorage.setItem(storageName, isOn ? 'on' : 'off');
  applySlash();
}
