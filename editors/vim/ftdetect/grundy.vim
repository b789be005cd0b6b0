" Rule files of Grundy.
autocmd BufRead,BufNewFile *.game setfiletype grundy
