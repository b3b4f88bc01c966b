curl --path-as-is 'http://playground.test:8080/a/../b/./c'
