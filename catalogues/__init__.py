"""The catalogues of translations: brought up to date with the product, checked, compiled. In no wheel."""
