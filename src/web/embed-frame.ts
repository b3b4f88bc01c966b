/** Tells the page around a frame how high its content is. */
const main = document.querySelector('main');
if (main !== null && window.parent !== window)
  new ResizeObserver(() => {
    window.parent.postMessage(
      {
        playground: location.pathname.split('/').pop(),
        height: Math.ceil(main.getBoundingClientRect().height),
      },
      '*',
    );
  }).observe(main);
